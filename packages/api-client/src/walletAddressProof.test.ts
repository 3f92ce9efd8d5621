import { expect, test } from 'vitest'
import { addressesToProve, walletAddressText } from './walletAddressProof.ts'

const first = { addresses: { eip155: ['0xA'], solana: ['S1'] } }

test('all of a first record are to be proved, of a later one those that were added', () => {
  expect(addressesToProve(first, null)).toEqual([
    { namespace: 'eip155', address: '0xA' },
    { namespace: 'solana', address: 'S1' },
  ])
  const later = { addresses: { eip155: ['0xA', '0xB'], solana: ['S1', 'S2'] } }
  expect(addressesToProve(later, first).map(({ address }) => address)).toEqual(['0xB', 'S2'])
  expect(addressesToProve(first, first)).toEqual([])
})

test('the text names wallet, user and address', () => {
  const text = walletAddressText({ walletId: 'w', userId: 'u' }, { namespace: 'solana', address: 'S1' })
  expect(text).toBe('latchkey wallet address v1\nwallet w\nuser u\nsolana:S1')
})
