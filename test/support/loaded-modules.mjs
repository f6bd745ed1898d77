// Given to Node with --import: writes the address of every module that is loaded to the file WINDROW_LOADED names.
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

registerHooks({
  load(url, context, nextLoad) {
    appendFileSync(process.env['WINDROW_LOADED'], `${url}\n`)
    return nextLoad(url, context)
  },
})
