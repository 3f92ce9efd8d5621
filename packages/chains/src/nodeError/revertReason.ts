import { bytesToBigInt, bytesToHex, hexToBytes, size } from 'viem/utils'
import type { Hex } from '../hex/hex.ts'
import { readableText } from '../message/readableText.ts'

const maxReasonLength = 200

// Solidity's panic codes.
const panics: Readonly<Record<string, string>> = {
  1: 'an assertion failed',
  17: 'an arithmetic operation overflowed',
  18: 'a division by zero',
  33: 'a value is not one of its enumeration',
  34: 'a stored array is malformed',
  49: 'an item was taken from an empty array',
  50: 'an array has no item at that index',
  65: 'too much memory was asked for',
  81: 'a function that is not set was called',
}

/** Errors without a message that most tokens and many contracts share (ERC-6093, OpenZeppelin), by selector. */
const sharedErrors: Readonly<Record<string, string>> = {
  '0xe450d38c': 'there are not enough tokens',
  '0xfb8f41b2': 'fewer tokens are allowed to be spent',
  '0xec442f05': 'the token does not go to this receiver',
  '0x7e273289': 'there is no such item',
  '0x64283d7b': 'the item belongs to somebody else',
  '0x177e802f': 'the item is not allowed to be moved',
  '0x03dee4c5': 'there are not enough of the item',
  '0xe237d922': 'the items are not allowed to be moved',
  '0x118cdaa7': 'only the contract’s owner may do this',
  '0xd93c0665': 'the contract is paused',
  '0x62791302': 'the permit has expired',
}

/**
 * Returns a contract's revert reason from the returned data: the text of Solidity's `Error(string)`, a message for `Panic(uint256)` and for
 * shared errors, or the selector of another custom error; undefined without data. The text is the contract's: at most 200 characters, no
 * control characters.
 */
export function revertReason(data: Hex): string | undefined {
  if (size(data) < 4) return undefined
  const selector = data.slice(0, 10).toLowerCase()
  const body = hexToBytes(`0x${data.slice(10)}`)
  if (selector === '0x08c379a0') return errorText(body)
  if (selector === '0x4e487b71' && body.length >= 32) {
    const code = bytesToBigInt(body.subarray(0, 32)).toString()
    return Object.hasOwn(panics, code) ? panics[code] : `panic ${code}`
  }
  return Object.hasOwn(sharedErrors, selector) ? sharedErrors[selector] : `custom error ${selector}`
}

/** Decodes one ABI-encoded string: an offset of 32, a length, the text. */
function errorText(body: Uint8Array): string | undefined {
  const word = (index: number): bigint => BigInt(bytesToHex(body.subarray(32 * index, 32 * index + 32)))
  if (body.length < 64 || word(0) !== 32n || word(1) > BigInt(body.length - 64)) return undefined
  return plainReason(readableText(body.subarray(64, 64 + Number(word(1)))) ?? '')
}

/** Sanitizes untrusted text to one line, cut to length; undefined when nothing is left. */
export function plainReason(text: string): string | undefined {
  const line = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  const cut = line.length > maxReasonLength ? `${line.slice(0, maxReasonLength - 1)}…` : line
  return cut === '' ? undefined : cut.toWellFormed()
}
