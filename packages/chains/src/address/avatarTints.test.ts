import { expect, test } from 'vitest'
import { random } from '../testing/random.ts'
import { avatarTints } from './avatarTints.ts'

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

test('an account has the same five colours always, in steps of 15 % towards white', () => {
  expect(avatarTints(address)).toMatchInlineSnapshot(`
    [
      "oklch(0.600 0.1700 204)",
      "oklch(0.660 0.1445 204)",
      "oklch(0.720 0.1190 204)",
      "oklch(0.780 0.0935 204)",
      "oklch(0.840 0.0680 204)",
    ]
  `)
})

test('the case of an EVM address changes nothing, the case of a Solana address does', () => {
  expect(avatarTints(address.toLowerCase())).toEqual(avatarTints(address))
  expect(avatarTints('7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv')).not.toEqual(
    avatarTints('7s3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'),
  )
})

test('accounts spread over the hues', () => {
  const { hex } = random(9)
  const hues = new Set(Array.from({ length: 2000 }, () => avatarTints(hex(20))[0].split(' ')[2]))
  expect(hues.size).toBeGreaterThan(340)
})
