// The labels and their rules, compiled, and what the rules find in stored rows. A row costs some 0.5 µs for its texts,
// and 0.1 µs for each rule, or up to 5 where its letters are found.
import { type Markup, markupOf } from '../../domain/profile.ts'
import { foldLabel } from '../../domain/labels/label.ts'
import { compileRule, type RuleFacts, type RuleField, type RuleMatch } from '../../domain/labels/label-rule.ts'
import { DEFAULT_SETTINGS } from '../../domain/settings.ts'
import { scanTokens } from '../../domain/text/tokens.ts'
import type { Database } from '../file/environment.ts'
import { allLabelRules, allLabels, type Label, type LabelRule, lastRuleId } from '../records/labels.ts'
import { readGeneration, readSettings } from '../records/settings.ts'
import type { FileNames } from '../rows/file-names.ts'
import { createReferenceReader } from '../rows/references.ts'
import type { RowView } from '../rows/row-block.ts'
import type { Store } from '../store.ts'

export interface LiveRule extends LabelRule {
  readonly matches: RuleMatch
}

export interface LabelBook {
  /** Sorted by id. */
  readonly labels: readonly Label[]
  readonly byName: ReadonlyMap<string, Label>
  /** Sorted by id. */
  readonly rules: readonly LiveRule[]
  readonly rulesOf: ReadonlyMap<number, readonly LiveRule[]>
  /** The highest id ever given. */
  readonly lastRule: number
  readonly policy: Markup
}

export const NO_LABELS: LabelBook = {
  labels: [],
  byName: new Map(),
  rules: [],
  rulesOf: new Map(),
  lastRule: 0,
  policy: markupOf(DEFAULT_SETTINGS),
}

export class LabelBooks {
  readonly #store: Store
  #book = NO_LABELS
  #generations = ''

  constructor(store: Store) {
    this.#store = store
  }

  /** The same object while labels, rules and settings are the same. */
  now(): LabelBook {
    const { main } = this.#store
    const generations = `${readGeneration(main, 'labels')} ${readGeneration(main, 'settings')}`
    if (generations !== this.#generations) {
      this.#book = readBook(main)
      this.#generations = generations
    }
    return this.#book
  }
}

function readBook(main: Database): LabelBook {
  const labels = allLabels(main)
  const rules = allLabelRules(main).map((rule) => ({ ...rule, matches: compileRule(rule) }))
  return {
    labels,
    byName: new Map(labels.map((label) => [foldLabel(label.name), label])),
    rules,
    rulesOf: Map.groupBy(rules, ({ labelId }) => labelId),
    lastRule: lastRuleId(main),
    policy: markupOf(readSettings(main)),
  }
}

/** The facet of the rows that a rule labels. */
export const facetOfRule = ({ id }: { readonly id: number }): string => `rule ${id}`

/** Null: the facet is not of a rule. */
export const ruleOfFacet = (facet: string): number | null => (facet.startsWith('rule ') ? Number(facet.slice(5)) : null)

export class RuleReader {
  readonly #files: FileNames
  readonly #policy: Markup
  readonly #referenceOf: ReturnType<typeof createReferenceReader>

  constructor({ main, files }: Pick<Store, 'main' | 'files'>, policy: Markup) {
    this.#files = files
    this.#policy = policy
    this.#referenceOf = createReferenceReader(main)
  }

  /** The row has something to translate; its block has memory of its own. Each text is decoded once. */
  factsOf(row: RowView): RuleFacts {
    const known = new Map<RuleField, readonly string[]>()
    const once = (field: RuleField, read: () => readonly string[]) => (): readonly string[] => {
      let texts = known.get(field)
      if (texts === undefined) known.set(field, (texts = read()))
      return texts
    }
    const source = once('source', () => [row.bytes.toString('utf8', row.source.start, row.source.end)])
    return {
      source,
      reference: once('reference', () => {
        const reference = this.#referenceOf(row.ordinal)
        return reference === null ? [] : [reference.bytes.toString('utf8', reference.text.start, reference.text.end)]
      }),
      id: once('id', () => [row.rowId]),
      file: once('file', () => {
        const slot = row.diff ?? row.main
        return [`${row.isInDiff ? 'diff' : 'main'}/${this.#files.nameOf(slot?.file ?? 0)}`]
      }),
      token: once('token', () => scanTokens(source()[0] ?? '', this.#policy).map(({ text }) => text)),
    }
  }
}
