import { describe, expect, test } from 'vitest'
import { cutResult } from './rawJson.ts'

/** Split so that everything crosses a chunk border once. */
const pieces = (text: string, size: number): Uint8Array[] => {
  const bytes = new Uint8Array(Buffer.from(text))
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  )
}
const cut = (text: string, size = 3): string | null => {
  const raw = cutResult(pieces(text, size))
  return raw === null ? null : Buffer.concat(raw.chunks()).toString('utf8')
}

describe('cutResult', () => {
  test.each([
    ['{"jsonrpc":"2.0","id":1,"result":[{"a":"]"},{"b":"\\"}"}]}', '[{"a":"]"},{"b":"\\"}"}]'],
    ['{"id":1,"jsonrpc":"2.0","result":{"a":[]}}\n', '{"a":[]}'],
    ['{"jsonrpc":"2.0","result":"0xäb","id":1}', '"0xäb"'],
    [' { "jsonrpc" : "2.0" , "id" : 1 , "result" : [ ] } ', '[ ]'],
    ['{"jsonrpc":"2.0","id":1,"result":["\\\\"]}', '["\\\\"]'],
  ])('of %s is %s', (text, result) => {
    for (const size of [1, 3, 1000]) expect(cut(text, size)).toBe(result)
  })

  test.each([
    ['an error', '{"jsonrpc":"2.0","id":1,"error":{"code":3,"message":"no"}}'],
    ['another request’s', '{"jsonrpc":"2.0","id":2,"result":[]}'],
    ['one that ends before it is over', '{"jsonrpc":"2.0","id":1,"result":[{"a":1}'],
    ['one that goes on behind itself', '{"jsonrpc":"2.0","id":1,"result":[]},{"jsonrpc":"2.0","id":2,"result":"0x1"}'],
    ['one that closes what it has not opened', '{"jsonrpc":"2.0","id":1,"result":]}'],
    ['a result beside a second one', '{"jsonrpc":"2.0","id":1,"result":[],"result":"0x1"}'],
    ['a text without an end', '{"jsonrpc":"2.0","id":1,"result":"]}'],
    ['a number, which is never long', '{"jsonrpc":"2.0","id":1,"result":7}'],
    ['nothing', ''],
  ])('of %s is null', (_, text) => {
    for (const size of [1, 3, 1000]) expect(cut(text, size)).toBeNull()
  })
})
