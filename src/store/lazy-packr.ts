// msgpackr's Packr. The build replaces this file by a `require`: the executable leaves msgpackr out of its start (6 of 90 ms)
// and loads it with the first record.
import type * as msgpackr from 'msgpackr'
import { Packr } from 'msgpackr/pack'

export const loadPackr = (): typeof msgpackr.Packr => Packr
