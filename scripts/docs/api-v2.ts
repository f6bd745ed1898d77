// The addresses of API v2, from the OpenAPI document.
import { document, type Operation } from './api-v1.ts'
import { FILTER_PARAMETERS } from '../../src/domain/work/work-filter.ts'
import { code, codes, table } from './markdown.ts'

const ofFilters: ReadonlySet<string> = new Set(FILTER_PARAMETERS.map(({ name }) => name))

export const routes = (): string =>
  table(
    ['address', 'query', 'what it does'],
    Object.entries(document.paths)
      .filter(([path]) => path.startsWith('/api/v2/'))
      .flatMap(([path, operations]) =>
        Object.entries(operations).map(([method, operation]) => [
          code(`${method.toUpperCase()} ${path.replace('/api/v2', '')}`),
          queryOf(path, operation),
          [operation.summary, operation.description].filter((text) => text !== undefined && text !== '').join('. '),
        ]),
      ),
  )

/** The names of its parameters; those of a filter of work together. */
function queryOf(path: string, { parameters = [] }: Operation): string {
  const names = parameters
    .map((one) => ('name' in one ? one.name : (one.$ref.split('/').at(-1) ?? '')))
    .filter((name) => !path.includes(`{${name}}`) && !/^idempotency(?:-key)?$/i.test(name))
  const own = names.filter((name) => !ofFilters.has(name) || names.filter((each) => ofFilters.has(each)).length < 5)
  return [own.length === 0 ? '' : codes(own), own.length < names.length ? 'a [filter](#filters-over-the-api)' : '']
    .filter((part) => part !== '')
    .join(', ')
}
