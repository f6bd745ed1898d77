// Brings generated files and README blocks up to date, or says what is out of date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Make = () => string

export interface Generated {
  readonly files: Readonly<Record<string, Make>>
  readonly blocks: Readonly<Record<string, Make>>
}

export interface Outcome {
  /** Paths that were out of date; written unless `isCheck`. */
  readonly outdated: readonly string[]
  /** One sentence each: what a person has to mend. */
  readonly faults: readonly string[]
}

/** Writes everything that is out of date below `root`; with `isCheck` only tells. */
export function regenerate(root: string, generated: Generated, isCheck: boolean): Outcome {
  const texts = new Map(Object.entries(generated.files).map(([path, make]) => [path, make()]))
  const readme = join(root, 'README.md')
  const faults: string[] = []
  if (existsSync(readme)) {
    const page = withBlocks(readFileSync(readme, 'utf8'), generated.blocks)
    faults.push(...page.faults)
    texts.set('README.md', page.text)
  } else faults.push('README.md is missing')
  const outdated = [...texts.keys()].filter((path) => currentText(join(root, path)) !== texts.get(path))
  if (!isCheck) for (const path of outdated) writeFileSync(join(root, path), texts.get(path) ?? '')
  return { outdated, faults }
}

/** Replaces what stands between the marks; a mark without a generator, or the other way round, is a fault. */
export function withBlocks(page: string, blocks: Generated['blocks']): { text: string; faults: string[] } {
  const faults: string[] = []
  const seen = new Set<string>()
  const marked = /(<!-- generated:([\w-]+) -->\n)([\s\S]*?)(<!-- \/generated -->)/g
  const text = page.replaceAll(marked, (whole, open: string, name: string, _old: string, close: string) => {
    const make = Object.hasOwn(blocks, name) ? blocks[name] : undefined
    seen.add(name)
    if (make === undefined) faults.push(`README.md: nothing generates "${name}"`)
    return make === undefined ? whole : `${open}\n${make()}\n\n${close}`
  })
  for (const name of Object.keys(blocks)) {
    if (!seen.has(name))
      faults.push(`README.md: the marks <!-- generated:${name} --> and <!-- /generated --> are missing`)
  }
  return { text, faults }
}

function currentText(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}
