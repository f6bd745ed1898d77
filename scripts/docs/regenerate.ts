// Brings generated files and the generated blocks of pages up to date, or says what is out of date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Make = () => string
/** By the name in a block's mark. */
type Blocks = Readonly<Record<string, Make>>

export interface Generated {
  /** Whole files by their path from the root. */
  readonly files: Readonly<Record<string, Make>>
  /** Blocks of each page, by the page's path from the root. */
  readonly pages: Readonly<Record<string, Blocks>>
}

interface Outcome {
  /** Paths that were out of date; written unless `isCheck`. */
  readonly outdated: readonly string[]
  /** One sentence each: what a person has to mend. */
  readonly faults: readonly string[]
}

/** Writes everything that is out of date below `root`; with `isCheck` only tells. */
export function regenerate(root: string, { files, pages }: Generated, isCheck: boolean): Outcome {
  const texts = new Map(Object.entries(files).map(([path, make]) => [path, make()]))
  const faults: string[] = []
  for (const [path, blocks] of Object.entries(pages)) {
    const current = currentText(join(root, path))
    if (current === null) {
      faults.push(`${path} is missing`)
      continue
    }
    const page = withBlocks(path, current, blocks)
    faults.push(...page.faults)
    texts.set(path, page.text)
  }
  const outdated = [...texts.keys()].filter((path) => currentText(join(root, path)) !== texts.get(path))
  if (!isCheck) for (const path of outdated) writeFileSync(join(root, path), texts.get(path) ?? '')
  return { outdated, faults }
}

/** Replaces what stands between the marks; a mark without a generator, or the other way round, is a fault. */
export function withBlocks(path: string, page: string, blocks: Blocks): { text: string; faults: string[] } {
  const faults: string[] = []
  const seen = new Set<string>()
  const marked = /(<!-- generated:([\w-]+) -->\n)([\s\S]*?)(<!-- \/generated -->)/g
  const text = page.replaceAll(marked, (whole, open: string, name: string, _old: string, close: string) => {
    const make = Object.hasOwn(blocks, name) ? blocks[name] : undefined
    seen.add(name)
    if (make === undefined) faults.push(`${path}: nothing generates "${name}"`)
    return make === undefined ? whole : `${open}\n${make()}\n\n${close}`
  })
  for (const name of Object.keys(blocks)) {
    if (!seen.has(name))
      faults.push(`${path}: the marks <!-- generated:${name} --> and <!-- /generated --> are missing`)
  }
  return { text, faults }
}

function currentText(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}
