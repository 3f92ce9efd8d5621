import { expect, test } from 'vitest'
import { shortAddress } from './shortAddress.ts'

test.each([
  ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', '0xd8dA…6045'],
  ['7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv', '7S3P4H…AaKv'],
  ['0x1234567890', '0x1234567890'],
  ['', ''],
])('%j reads %j', (address, expected) => {
  expect(shortAddress(address)).toBe(expected)
})
