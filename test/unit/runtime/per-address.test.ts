// Connections of one address (docs/operations.md#transport).
import { expect, test } from 'vitest'
import { PerAddress } from '../../../src/runtime/listen.ts'

const admittedOf = (addresses: readonly string[]): boolean[] => {
  const perAddress = new PerAddress(2, (address) => address === '10.0.0.1')
  return addresses.map((address) => perAddress.admit(address) !== null)
}

test.each<[string, readonly string[], readonly boolean[]]>([
  ['an address has two', ['192.0.2.7', '192.0.2.7', '192.0.2.7', '192.0.2.8'], [true, true, false, true]],
  ['however it is written', ['192.0.2.7', '::ffff:192.0.2.7', '::FFFF:192.0.2.7'], [true, true, false]],
  [
    'loopback has any number',
    ['127.0.0.1', '::1', '127.0.0.1', '127.0.0.1', '::ffff:127.0.0.1'],
    [true, true, true, true, true],
  ],
  ['and so have proxies', ['10.0.0.1', '10.0.0.1', '10.0.0.1'], [true, true, true]],
  [
    'a /64 counts as one address',
    ['2001:db8::1', '2001:0DB8:0:0:ffff::2', '2001:db8:0:0:1:2:3:4', '2001:db8:0:1::1', 'fe80::1%eth0'],
    [true, true, false, true, true],
  ],
])('%s', (_says, addresses, admitted) => expect(admittedOf(addresses)).toEqual(admitted))

test('one that is closed makes room for another', () => {
  const perAddress = new PerAddress(1, () => false)
  const leave = perAddress.admit('192.0.2.7')
  expect(perAddress.admit('192.0.2.7')).toBeNull()
  leave?.()
  expect(perAddress.admit('192.0.2.7')).not.toBeNull()
})
