import { expect, test } from 'vitest'
import type { Bytes, SecretBytes } from '../secrets.ts'
import { manualClock } from '../testing/manualClock.ts'
import { createKeyring, keyringLimits, type OpenWallet } from './keyring.ts'

const minuteMs = 60_000

const wallet = (): OpenWallet => ({
  walletId: 'one',
  accounts: [{ namespace: 'eip155', address: '0x1', privateKey: new Uint8Array(32).fill(9) as Bytes as SecretBytes }],
})
const keyOf = ({ accounts: [account] }: OpenWallet): number[] => [...(account?.privateKey ?? [])]
const zero = new Array(32).fill(0)

const opened = () => {
  const clock = manualClock()
  const keyring = createKeyring(clock)
  const held = wallet()
  keyring.prepare()(held)
  return { clock, keyring, held }
}

test('a keyring locks and zeroes itself after 15 minutes without use', () => {
  const { clock, keyring, held } = opened()
  clock.advance(keyringLimits.idleMs - 1)
  expect(keyring.current()).toBe(held)
  clock.advance(1)
  expect(keyOf(held)).toEqual(zero)
  expect(keyring.current()).toBeNull()
})

test('use restarts the 15 minutes, looking does not', () => {
  const { clock, keyring, held } = opened()
  clock.advance(14 * minuteMs)
  keyring.use()
  clock.advance(14 * minuteMs)
  expect(keyring.current()).toBe(held)
  clock.advance(minuteMs)
  expect(keyOf(held)).toEqual(zero)
})

test('it locks after 8 hours however much it is used', () => {
  const { clock, keyring, held } = opened()
  for (let elapsedMs = 0; elapsedMs < keyringLimits.absoluteMs; elapsedMs += 10 * minuteMs) {
    keyring.use()
    clock.advance(10 * minuteMs)
  }
  expect(keyOf(held)).toEqual(zero)
  expect(() => keyring.use()).toThrowError(expect.objectContaining({ name: 'VAULT_LOCKED' }))
})

test('a machine that slept through the timer finds it locked', () => {
  const { clock, keyring, held } = opened()
  clock.jump(keyringLimits.idleMs)
  expect(keyring.current()).toBeNull()
  expect(keyOf(held)).toEqual(zero)
})

test('a clock that goes back locks', () => {
  const { clock, keyring, held } = opened()
  clock.jump(-1)
  expect(keyring.current()).toBeNull()
  expect(keyOf(held)).toEqual(zero)
})

test('closing zeroes at once and leaves no timer', () => {
  const { clock, keyring, held } = opened()
  keyring.close()
  expect(keyOf(held)).toEqual(zero)
  expect(clock.waiting()).toBe(0)
})

test('opening another wallet zeroes the first', () => {
  const { clock, keyring, held } = opened()
  const other = { ...wallet(), walletId: 'other' }
  keyring.prepare()(other)
  expect(keyOf(held)).toEqual(zero)
  expect(keyring.current()).toBe(other)
  expect(clock.waiting()).toBe(1)
})

test('what was prepared before a close cannot open after it', () => {
  const { keyring } = opened()
  const open = keyring.prepare()
  keyring.close()
  const late = wallet()
  expect(() => open(late)).toThrowError(expect.objectContaining({ name: 'VAULT_LOCKED' }))
  expect(keyOf(late)).toEqual(zero)
  expect(keyring.current()).toBeNull()
})
