import { expect, test } from 'vitest'
import { addressesOf } from './addresses.ts'
import { parsePortBase, portsFrom } from './ports.ts'

test('the default base gives the documented addresses', () => {
  expect(addressesOf(portsFrom(parsePortBase(undefined)))).toEqual({
    demo: 'http://127.0.0.1:3000',
    docs: 'http://localhost:3004',
    wallet: 'http://localhost:3001',
    vault: 'http://localhost:3011',
    api: 'http://localhost:3002',
    custody: 'http://localhost:3012',
    inbox: 'http://localhost:3003',
    relay: 'ws://localhost:3005',
    faucet: 'http://localhost:3007',
    walletPage: 'http://localhost:3008',
    money: 'http://localhost:3009',
    google: 'http://localhost:3014',
    apple: 'http://localhost:3015',
    oauth: 'http://localhost:3016',
    farcasterRelay: 'http://localhost:3006',
    chainA: 'http://localhost:8545',
    solana: 'http://localhost:3017',
    bitcoin: 'http://localhost:3019',
    names: 'http://localhost:3020',
    chainB: 'http://localhost:8546',
    bundlerA: 'http://localhost:4337',
    bundlerB: 'http://localhost:4338',
  })
  expect(portsFrom(3000).smtp).toBe(3025)
})

test('another base moves every port by the same distance', () => {
  const [here, there] = [portsFrom(3000), portsFrom(parsePortBase('13000'))]
  const distances = Object.keys(here).map((name) => there[name as keyof typeof there] - here[name as keyof typeof here])
  expect(new Set(distances)).toEqual(new Set([10_000]))
})

test.each(['80', '60000', '3000.5', 'three', '-1', '0x3000 '])('a base of %s is refused with the range', (value) => {
  expect(() => parsePortBase(value)).toThrow(
    `LATCHKEY_PORT_BASE must be a whole number from 1024 to 59989, not "${value}"`,
  )
})
