// What holds for any input: fast-check's assert and property in one call, with how often it is tried in front.
import * as fc from 'fast-check'

type Tries<T> = number | fc.Parameters<T>
type Arbitraries<T> = { readonly [At in keyof T]: fc.Arbitrary<T[At]> }

const parameters = <T>(tries: Tries<T>): fc.Parameters<T> => (typeof tries === 'number' ? { numRuns: tries } : tries)

export const holds = <T extends [unknown, ...unknown[]]>(
  tries: Tries<T>,
  ...property: [...arbitraries: Arbitraries<T>, holds: (...values: T) => boolean | void]
): void => fc.assert(fc.property(...property), parameters(tries))

export const holdsInTime = <T extends [unknown, ...unknown[]]>(
  tries: Tries<T>,
  ...property: [...arbitraries: Arbitraries<T>, holds: (...values: T) => Promise<boolean | void>]
): Promise<void> => fc.assert(fc.asyncProperty(...property), parameters(tries))
