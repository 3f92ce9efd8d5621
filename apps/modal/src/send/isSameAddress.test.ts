import { expect, test } from 'vitest'
import { isSameAddress } from './isSameAddress.ts'

const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

test.each([
  [contract, contract.toLowerCase(), true],
  [`eip155:1:${contract}`, `eip155:1:${contract.toLowerCase()}`, true],
  [`eip155:1:${contract}`, `eip155:10:${contract}`, false],
  [mint, mint, true],
  [mint, mint.toLowerCase(), false],
  [`solana:5eykt:${mint}`, `solana:5eykt:${mint.toUpperCase()}`, false],
  [null, null, true],
  [null, contract, false],
  [contract, undefined, false],
])('the addresses %s and %s: the same is %s', (one, other, isSame) => {
  expect(isSameAddress(one, other)).toBe(isSame)
})
