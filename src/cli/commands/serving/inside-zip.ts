// A zip that is looked into on Windows runs what is double-clicked in it from a temporary folder, which is swept away with
// whatever was written there: no store is made in such a place.
import { tmpdir } from 'node:os'
import { win32 } from 'node:path'
import { isSingleExecutable } from '../../../runtime/assets.ts'
import { Failure } from '../../failure.ts'

const isBelow = (path: string, folder: string): boolean => {
  const relative = win32.relative(folder, path)
  return relative !== '' && !relative.startsWith('..') && !win32.isAbsolute(relative)
}

/** Whether both the program and its data lie below the temporary folder; paths of Windows. */
export const isInsideZip = (program: string, data: string, temporary: string): boolean =>
  isBelow(program, temporary) && isBelow(data, temporary)

/** Throws Failure where what is kept in `data` would be lost. */
export function refuseInsideZip(data: string): void {
  if (process.platform !== 'win32' || !isSingleExecutable() || !isInsideZip(process.execPath, data, tmpdir())) return
  throw new Failure(
    'windrow was started from inside its zip, where your texts would be lost; unpack the zip into a folder first',
  )
}
