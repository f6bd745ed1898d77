// The stages of a work: what there is before its first step and after each. Whatever goes wrong in a step leaves the stage before it or the
// one after.
import { rmSync } from 'node:fs'
import type { Orders, Outcome } from './disk.ts'
import { isBeside, type State, stateOf } from './state.ts'
import { layOut, WORKS } from './works.ts'

/** A work with so many is given up. */
export const problemsMax = 5

/** Does the work in this folder, in which nothing fails, and looks at copies of it. */
export async function stagesOf(
  { work, prepared, folder, ignoresFlushes = false }: Omit<Orders, 'from' | 'fail'> & { readonly prepared: string },
  ask: (orders: Orders) => Promise<Outcome>,
): Promise<State[]> {
  const stages: State[] = []
  const look = async (): Promise<void> => {
    const copy = `${folder}-copy`
    layOut(folder, copy)
    stages.push(await stateOf(copy))
    rmSync(copy, { recursive: true })
  }
  layOut(prepared, folder)
  await look()
  for (let from = 0; from < (WORKS[work]?.steps.length ?? 0); from++) {
    const { done, fault, said } = await ask({ work, folder, from, to: from + 1, fail: null, ignoresFlushes })
    if (done !== from + 1) throw new Error(`${work}, nothing fails: ${fault ?? said[0]?.text}`)
    await look()
  }
  return stages
}

/** The stages around the step under way: after the last one there is only its own. */
export function around(stages: readonly State[], done: number): readonly [before: State, after: State] {
  const before = stages[done] as State
  return [before, stages[done + 1] ?? before]
}

type Parts = State['parts']

export const pathsOf = (...all: readonly Parts[]): string[] => [...new Set(all.flatMap((parts) => [...parts.keys()]))]

/** Paths of what is neither as before the step under way nor as after it. */
export function oddPaths(parts: Parts, stages: readonly State[], done: number): string[] {
  const near = around(stages, done).map((stage) => stage.parts)
  return pathsOf(parts, ...near).filter((path) => {
    // What is made before it is named, and what stays when it is named no more.
    const may = isBeside(path) ? [...stages.map((stage) => stage.parts), new Map<string, string>()] : near
    return !may.some((those) => those.get(path) === parts.get(path))
  })
}
