// A table sorted by the links in its headings, without scripts; the order is in the address (`?people=-approved`). Numbers start
// descending, words ascending; the same link again reverses the order. The same columns make a file for spreadsheets.
import { type Html, html } from '../html.ts'
import { query, type Visit } from '../visit.ts'
import { number } from '../words.ts'
import { here } from './fields.ts'

export interface SortColumn<T> {
  /** In the address, and as the heading in a file. */
  readonly name: string
  /** The text of the link that sorts by this column; empty: the column can't be sorted, and is in no file. */
  readonly heading: string
  /** The value that the column is sorted by; null comes last in both orders. */
  readonly by: (row: T) => string | number | null
  /** What the cell shows in place of the value; in the first column it is the heading of its row. */
  readonly cell?: (row: T) => Html | string
  readonly isNumber?: boolean
}

interface SortedTable<T> {
  /** The table's id, which is also its parameter in the address. */
  readonly name: string
  readonly columns: readonly SortColumn<T>[]
  /** The order at first, as it is spelled in an address; absent: as the rows come. */
  readonly start?: string
}

interface Order<T> {
  readonly column: SortColumn<T>
  readonly falls: boolean
}

function orderOf<T>(asked: string, { columns, start = '' }: SortedTable<T>): Order<T> | null {
  const named = (text: string): Order<T> | null => {
    const column = columns.find(({ name }) => name === text.replace(/^-/, ''))
    return column === undefined ? null : { column, falls: text.startsWith('-') }
  }
  return named(asked) ?? named(start)
}

const collator = new Intl.Collator('en', { numeric: true })

function sorted<T>(rows: readonly T[], order: Order<T> | null): readonly T[] {
  if (order === null) return rows
  const { column, falls } = order
  const sign = falls ? -1 : 1
  return rows.toSorted((a, b) => {
    const [one, other] = [column.by(a), column.by(b)]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return (
      sign *
      (typeof one === 'number' && typeof other === 'number'
        ? one - other
        : collator.compare(String(one), String(other)))
    )
  })
}

function heading<T>(visit: Visit, table: SortedTable<T>, order: Order<T> | null, each: SortColumn<T>): Html {
  const falls = each === order?.column ? order.falls : null
  const next = (falls === null ? each.isNumber === true : !falls) ? `-${each.name}` : each.name
  const link = html`<a href="${here(visit, { [table.name]: next })}#${table.name}">${each.heading}</a>`
  const kind = each.isNumber === true ? 'number' : ''
  if (each.heading === '') return html`<td></td>`
  return falls === null
    ? html`<th scope="col" class="${kind}">${link}</th>`
    : html`<th scope="col" class="${kind}" aria-sort="${falls ? 'descending' : 'ascending'}">${link}
<span aria-hidden="true">${falls ? '↓' : '↑'}</span></th>`
}

function shown<T>({ by, cell }: SortColumn<T>, row: T): Html | string {
  const value = cell?.(row) ?? by(row)
  return typeof value === 'number' ? number(value) : (value ?? '')
}

export function sortedTable<T>(visit: Visit, table: SortedTable<T>, rows: readonly T[], shownMax: number): Html {
  const order = orderOf(query(visit, table.name), table)
  const line = (row: T): Html =>
    html`<tr>${table.columns.map((column, at) =>
      at === 0
        ? html`<th scope="row">${shown(column, row)}</th>`
        : html`<td data-label="${column.heading}"${column.isNumber === true ? html` class="number"` : ''}>${shown(column, row)}</td>`,
    )}</tr>`
  return html`<div class="scroll" tabindex="0" id="${table.name}"><table class="list sorted"><thead>
<tr>${table.columns.map((each) => heading(visit, table, order, each))}</tr></thead>
<tbody>${sorted(rows, order).slice(0, shownMax).map(line)}</tbody></table></div>`
}

/** The same table as rows of a file: all of it, with four digits of a share. */
export function fileLines<T>({ columns }: SortedTable<T>, rows: readonly T[]): (string | number)[][] {
  const inFile = columns.filter(({ heading }) => heading !== '')
  const value = (each: string | number | null): string | number =>
    typeof each === 'number' ? Math.round(each * 1e4) / 1e4 : (each ?? '')
  return [inFile.map(({ name }) => name), ...rows.map((row) => inFile.map(({ by }) => value(by(row))))]
}
