// Suggestions for the fields of Take back; other values can be typed.
import { listKeys, createNames } from '../../../app/people/read-people.ts'
import { listImports, readAudit } from '../../../app/upkeep/read-records.ts'
import { readStatistics } from '../../../app/upkeep/statistics.ts'
import { wroteTexts } from '../../parts/import-forms.ts'
import { may, type Visit } from '../../visit.ts'
import { day } from '../../words.ts'

type Choice = readonly [value: string, meaning: string]

const importsShown = 30
const revertsShown = 30
const auditLooked = 500
const keysShown = 200
const modelsShown = 200

const once = (names: readonly (string | null)[]): readonly Choice[] =>
  [...new Set(names.filter((name) => name !== null))].toSorted().map((name) => [name, ''])

export async function choicesOf(visit: Visit): Promise<Readonly<Record<string, readonly Choice[]>>> {
  const { app } = visit
  const { counted } = await readStatistics(app)
  const models = Object.values(counted?.tally.models ?? {})
    .toSorted((a, b) => b.written - a.written)
    .slice(0, modelsShown)
  const nameOf = createNames(app)
  const { items } = readAudit(app, { beforeId: null, userId: null, limit: auditLooked })
  return {
    model: once(models.map(({ model }) => model)),
    provider: once(models.map(({ provider }) => provider)),
    key: may(visit, 'manage_users')
      ? listKeys(app, keysShown).map(({ key }) => [key.prefix, `${key.name} (${nameOf(key.userId) ?? ''})`])
      : [],
    import: listImports(app, importsShown)
      .filter(wroteTexts)
      .map(({ id, atMs, files }) => [String(id), `${day(atMs)} ${files.map(({ fileName }) => fileName).join(', ')}`]),
    revert: items
      .filter(({ action }) => action === 'text.revert')
      .filter(({ subject }, at, all) => all.findIndex((each) => each.subject === subject) === at)
      .slice(0, revertsShown)
      .map(({ subject, atMs, userId }) => [subject.replace(/^revert:/, ''), `${day(atMs)} ${nameOf(userId) ?? ''}`]),
  }
}
