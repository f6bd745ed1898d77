// Refuses to make a store inside a zip: Windows runs a program there from a temporary folder, which is deleted later with
// everything in it.
import { tmpdir } from 'node:os'
import { win32 } from 'node:path'
import { isSingleExecutable } from '../../../runtime/assets.ts'
import { Failure } from '../../failure.ts'

const isBelow = (path: string, folder: string): boolean => {
  const relative = win32.relative(folder, path)
  return relative !== '' && !relative.startsWith('..') && !win32.isAbsolute(relative)
}

export const isInsideZip = (program: string, data: string, temporary: string): boolean =>
  isBelow(program, temporary) && isBelow(data, temporary)

/** Throws Failure if `data` would be deleted. */
export function refuseInsideZip(data: string): void {
  if (process.platform !== 'win32' || !isSingleExecutable() || !isInsideZip(process.execPath, data, tmpdir())) return
  throw new Failure(
    'windrow was started from inside its zip, where your texts would be lost; unpack the zip into a folder first',
  )
}
