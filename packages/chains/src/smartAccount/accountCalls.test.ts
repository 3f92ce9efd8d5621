import { encodeCalls as kitEncodeCalls } from '@metamask/smart-accounts-kit/utils'
import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { toChecksumAddress } from '../address/evmAddress.ts'
import { random } from '../testing/random.ts'
import { thrown } from '../testing/thrown.ts'
import { type AccountCall, decodeCalls, encodeCalls } from './accountCalls.ts'
import { anyCall } from './operation.fixture.ts'

const abi = parseAbi([
  'struct Execution { address target; uint256 value; bytes callData; }',
  'function execute(Execution execution)',
  'function execute(bytes32 mode, bytes executionCalldata)',
])
const to = toChecksumAddress(`0x${'ab'.repeat(20)}`)
const call: AccountCall = { to, value: 3n, data: '0x1234' }

describe('calls', () => {
  test('are written as the framework’s own kit writes them, and read back', () => {
    const source = random(7579)
    for (let i = 0; i < 300; i++) {
      const calls = Array.from({ length: 1 + source.below(12) }, () => anyCall(source))
      const callData = encodeCalls(calls)
      expect(callData).toBe(kitEncodeCalls(calls))
      expect(decodeCalls(callData)).toEqual(calls)
    }
  })

  test('that are none are no data: nothing is executed', () => {
    expect(encodeCalls([])).toBe('0x')
    expect(decodeCalls('0x')).toEqual([])
  })

  test('as many as a page may ask for at once', () => {
    const calls = Array.from({ length: 256 }, (_, at) => ({ ...call, value: BigInt(at) }))
    expect(decodeCalls(encodeCalls(calls))).toEqual(calls)
  })

  test('with a value that no chain has are refused', () => {
    for (const value of [-1n, 2n ** 256n])
      expect(thrown(() => encodeCalls([{ ...call, value }]))).toBe('INVALID_PARAMS')
  })
})

describe('what other wallets write', () => {
  const execute = (mode: string, calldata: `0x${string}`) =>
    encodeFunctionData({
      abi,
      functionName: 'execute',
      args: [`0x${mode.padEnd(64, '0')}`, calldata],
    })
  const packed: `0x${string}` = `0x${to.slice(2)}${'3'.padStart(64, '0')}1234`
  const batchOf = (calls: readonly AccountCall[]): `0x${string}` => {
    const two = encodeCalls(calls)
    // Selector, mode, offset and length precede the batch itself.
    return `0x${two.slice(2 + 8 + 3 * 64)}`
  }

  test('as a single execution is read', () => {
    expect(decodeCalls(execute('', packed))).toEqual([call])
    expect(decodeCalls(execute('', `${packed.slice(0, 106)}` as `0x${string}`))).toEqual([{ ...call, data: '0x' }])
  })

  test.each([
    ['one that goes on when a call fails', execute('0001', packed)],
    ['a batch that goes on when a call fails', execute('0101', batchOf([call, call]))],
    ['a delegate call', execute('ff', packed)],
    ['a mode that nobody knows', execute('0100000001', batchOf([call, call]))],
    ['a single execution that is too short', execute('', `0x${packed.slice(2, 104)}`)],
    ['a batch that is none', execute('01', packed)],
    ['another function', '0xa9059cbb'],
    ['a selector without arguments', '0x5c1c6dcd'],
    ['half a selector', '0x5c1c'],
    ['bytes after the end', `${encodeCalls([call])}${'00'.repeat(32)}`],
    ['dirt in an address', encodeCalls([call]).replace(/0{24}(?=abab)/, '0'.repeat(23).concat('1'))],
  ] as const)('%s is not read', (_, callData) => {
    expect(decodeCalls(callData as `0x${string}`)).toBeNull()
  })

  test('whatever it is, is read to the very bytes or not at all', () => {
    const source = random(4337)
    const valid = encodeCalls([call, { ...call, data: '0x' }])
    let read = 0
    for (let i = 0; i < 4000; i++) {
      const at = 2 + 2 * source.below((valid.length - 2) / 2)
      const changed = `${valid.slice(0, at)}${source.hex(1).slice(2)}${valid.slice(at + 2)}` as `0x${string}`
      const junk = `${source.pick(['0x5c1c6dcd', '0xe9ae5c53', '0x'])}${source.hex(source.below(300)).slice(2)}`
      expect(() => decodeCalls(junk as `0x${string}`)).not.toThrow()
      const calls = decodeCalls(changed)
      if (calls === null) continue
      read++
      expect(encodeCalls(calls)).toBe(changed)
    }
    expect(read).toBeGreaterThan(100)
  })
})
