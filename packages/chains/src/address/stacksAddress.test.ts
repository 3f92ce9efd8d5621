import { expect, test } from 'vitest'
import { thrown } from '../testing/thrown.ts'
import { parseStacksAddress } from './stacksAddress.ts'

// Of SIP-005 and the boot contracts.
test.each([
  ['SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7', 'stacks:1'],
  ['SP000000000000000000002Q6VF78', 'stacks:1'],
  ['ST000000000000000000002AMW42H', 'stacks:2147483648'],
  ['ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM', 'stacks:2147483648'],
])('%s is of %s', (address, network) => {
  expect(parseStacksAddress(address)).toEqual({ address, network })
})

test.each<[string, unknown]>([
  ['nothing', null],
  ['another checksum', 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ8'],
  ['the version of another network', 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7'],
  ['a version that does not exist', 'S02J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7'],
  ['lower case', 'sp2j6zy48gv1ez5v2v5rb9mp66sw86pykknrv9ej7'],
  ['a contract', 'SP000000000000000000002Q6VF78.pox'],
  ['a number that is too large', `SP${'Z'.repeat(40)}`],
])('%s is no address', (_, input) => {
  expect(thrown(() => parseStacksAddress(input))).toBe('ADDRESS_INVALID')
})
