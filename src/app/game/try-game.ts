// Tries another game's files without a store (docs/own-profile.md): what an import would take for what, the tokens that its texts have,
// people's translations that would be refused, and whether an export would give back every other byte.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { type Markup, markupOf } from '../../domain/profile.ts'
import type { Settings } from '../../domain/settings.ts'
import { breaksMarkup } from '../../domain/text/compare.ts'
import { MarkupLearner } from '../../domain/text/learn-markup.ts'
import { bare } from '../../domain/text/service-text.ts'
import { scan, type Token, tokenStandIn } from '../../domain/text/tokens.ts'
import { DamagedFile, damageText } from '../../../packages/formats/src/damage.ts'
import type { GameText } from '../../../packages/formats/src/game-text.ts'
import { bytesOf, readKeyedFile } from '../../../packages/formats/src/keyed/keyed-file.ts'
import { translateKeyed } from '../../../packages/formats/src/keyed/keyed-formats.ts'
import { type OnFile, readProject, readTexts } from '../../../packages/formats/src/keyed/read-project.ts'
import type { Project } from '../../../packages/formats/src/keyed/project.ts'
import { openGameText } from '../../../packages/formats/src/open-game-text.ts'
import { type DescribedProject, described } from '../describe-project.ts'
import { projectOf } from '../project.ts'

interface Examples {
  count: number
  readonly examples: string[]
}

interface GameTrial {
  /** Null: one file. */
  readonly project: DescribedProject | null
  readonly texts: number
  /** Names of grammars, as the setting has them. */
  readonly markup: string
  /** The texts showed them; false: the profile says them. */
  readonly isLearnt: boolean
  readonly tokens: readonly (Examples & { readonly kind: Token['kind'] })[]
  /** Texts with what looks like a token and is none by this grammar. */
  readonly unread: Examples
  readonly translations: number
  /** Translations that lie there and would stay out of the game. */
  readonly refused: Examples
  /** Texts and files that are left out, as an import tells of them. */
  readonly leftOut: readonly string[]
  readonly files: number
  /** Files that an export would change elsewhere than in texts. */
  readonly changed: Examples
  /** Texts that would not come back as they were written. */
  readonly lost: Examples
}

const examplesMax = 3
const nothing = (): Examples => ({ count: 0, examples: [] })

function note(into: Examples, example: string): void {
  into.count++
  if (into.examples.length < examplesMax && !into.examples.includes(example)) into.examples.push(example)
}

/** What many games have for tokens. A brace, a bracket or a per cent sign alone is text. */
const LOOKS_LIKE = new RegExp(
  String.raw`%[\w.]+%|%\d?\$?[sdif]\b|\{[^{}\n]{1,60}\}|<\/?[A-Za-z#][^<>\n]{0,60}>|\[\/?[A-Za-z_][\w.=:#-]{0,40}\]|` +
    String.raw`\\[A-Za-z]{1,3}\[|\$\w+\$|&\w+;|§\w|\^\d`,
)

/** Throws DamagedFile, as an import does. */
export async function tryGame(path: string, settings: Settings, onFile?: OnFile): Promise<GameTrial> {
  const project = projectOf(settings)
  const read = await readProject(path, basename(path), project, onFile)
  const keyed = { project, known: [] }
  const sources = await openGameText(path, { role: 'source', isKeyed: true, keyed })
  const texts = await textsOf(sources)
  const told = read === null ? null : described(read, project, true)
  const isTranslated = (told?.target.done ?? 0) > 0
  const localized = { project, known: told?.places ?? [] }
  const translations = isTranslated
    ? await textsOf(await openGameText(path, { role: 'localized', isKeyed: true, keyed: localized }))
    : new Map<string, string>()
  const isLearnt = settings.markup === '' && settings.tokens === ''
  const markup = isLearnt ? learnt(sources, texts, translations) : settings.markup
  const judged = judge(texts, translations, markupOf({ ...settings, profile: 'generic', markup }))
  const pathOf = new Map(read?.paths.map((file) => [file.place, file.path]))
  const files =
    read === null
      ? [{ path, name: basename(path) }]
      : read.files
          .filter(({ file }) => !read.damaged.has(file))
          .map(({ file }) => ({ path: pathOf.get(file) ?? '', name: file }))
  const [changed, lost] = [nothing(), nothing()]
  for (const file of files) await writeAndRead(file, project, changed, lost)
  return {
    project: told,
    texts: texts.size,
    markup,
    isLearnt,
    ...judged,
    translations: translations.size,
    leftOut: sources.warnings().map(damageText),
    files: files.length,
    changed,
    lost,
  }
}

async function textsOf(file: GameText): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for await (const batch of file.entries()) for (const { id, text } of batch) if (text !== null) texts.set(id, text)
  return texts
}

type Texts = ReadonlyMap<string, string>

function learnt(sources: GameText, texts: Texts, translations: Texts): string {
  const learner = new MarkupLearner()
  for (const [id, text] of texts) learner.add(text, translations.get(id) ?? null)
  return learner.markup(sources.markup?.() ?? [])
}

function judge(texts: Texts, translations: Texts, markup: Markup): Pick<GameTrial, 'tokens' | 'unread' | 'refused'> {
  const tokens = new Map<Token['kind'], Examples>()
  const [unread, refused] = [nothing(), nothing()]
  for (const [id, text] of texts) {
    const found = scan(text, markup)
    for (const { kind, text: word } of found.tokens) {
      if (/^\s*$/.test(word)) continue
      const examples = tokens.get(kind) ?? nothing()
      tokens.set(kind, examples)
      note(examples, word)
    }
    const [strange] = LOOKS_LIKE.exec(bare(text, found).replaceAll(tokenStandIn, '\n')) ?? []
    if (strange !== undefined) note(unread, `${strange} in ${text}`)
    else if (found.loneOpen + found.loneClose > 0) note(unread, `a lone brace in ${text}`)
    const translation = translations.get(id)
    if (translation !== undefined && breaksMarkup(text, translation, markup)) note(refused, `${text} → ${translation}`)
  }
  const byCount = [...tokens].sort(([, a], [, b]) => b.count - a.count)
  return { tokens: byCount.map(([kind, examples]) => ({ kind, ...examples })), unread, refused }
}

/** A sign that no game reads, so that each text is another one. */
const mark = '·'

/** Writes nothing: makes the bytes of an export without translations, and of one with all of them. */
async function writeAndRead(
  { path, name }: { readonly path: string; readonly name: string },
  project: Project,
  changed: Examples,
  lost: Examples,
): Promise<void> {
  const file = await readKeyedFile(path, name, project)
  const { document, format, encoding } = file
  const read = readTexts(file, name, 'source', project)
  const bytes = readFileSync(path)
  // A template, and a file that says its language, become the file of the translation's.
  const isOfLanguage = (read.ofLanguage?.length ?? 0) > 0 || !bytesOf(document, encoding).equals(bytes)
  const same = translateKeyed(document, format, read, () => null)
  if (!isOfLanguage && !bytesOf(same, encoding).equals(bytes)) note(changed, name)
  if (read.unwritable) {
    note(changed, new DamagedFile({ file: name, where: { at: 'file' }, ...read.unwritable }).message)
    return
  }
  const wanted = new Map(read.texts.map(({ key, text }) => [key, text + mark]))
  const written = translateKeyed(document, format, read, (key) => wanted.get(key) ?? null)
  const side = read.isBilingual === true ? 'translation' : 'source'
  const back = new Map(
    readTexts({ document: written, format }, name, side, project).texts.map(({ key, text }) => [key, text]),
  )
  for (const [key, text] of wanted) if (back.get(key) !== text) note(lost, `${key} in ${name}`)
}
