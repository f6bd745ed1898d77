// msgpackr's Packr. lmdb has loaded it in a checkout. The executable leaves that out, and loading it is 6 ms of a start of 90, so
// the build puts a `require` in the place of this file: it is loaded when the first record is read or put.
import type * as msgpackr from 'msgpackr'
import { Packr } from 'msgpackr/pack'

export const loadPackr = (): typeof msgpackr.Packr => Packr
