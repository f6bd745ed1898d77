// Keeps the memory of long commands and of the server small. V8 lets the space for new objects grow to 64 MB while millions of
// short-lived ones pass through it; for work that keeps nothing that is room for garbage (measured: 80 MB at a million texts),
// and no faster. Runtimes that do not know the flag go on as they were.
// node:v8 is asked for when it is needed: a server's first answer need not wait for it.
type V8 = typeof import('node:v8')

const v8 = (): V8 => process.getBuiltinModule('node:v8')

/** Both halves of that space. A server with less writes batches more slowly: a quarter with the least there can be (measured). */
const newSpaceBytes = 16 * 1024 * 1024
const lookEveryMs = 100

/** Call it before the work begins. */
export function keepHeapSmall(): void {
  letGrow(false)
}

/**
 * For a server: lets the space for new objects grow as far as it pays, and no further. V8 makes it small again when a server
 * had nothing to do for some seconds; so this goes on looking, or it would stay small from then on.
 */
export function keepHeapBounded(): void {
  let mayGrow = true
  const look = (): void => {
    if (newSpaceSize() < newSpaceBytes === mayGrow) return
    mayGrow = !mayGrow
    letGrow(mayGrow)
  }
  setInterval(look, lookEveryMs).unref()
}

/** How many times as large V8 may make that space at once; twice unless told. */
function letGrow(mayGrow: boolean): void {
  try {
    v8().setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`)
  } catch {
    // A runtime without the flag: memory is larger, and nothing else is different.
  }
}

const newSpaceSize = (): number =>
  v8()
    .getHeapSpaceStatistics()
    .find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0
