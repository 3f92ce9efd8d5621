import { expect, test } from 'vitest'
import { openWindowLine } from '../../login/openWindowLine.ts'
import { giveResult } from './giveResult.ts'

const walletOrigin = 'https://wallet.example'
const resultUri = `${walletOrigin}/social#attempt=a&result=b`
const to = { origin: 'https://dapp.example', attempt: 'a' }

const windowWith = (opener: unknown) => ({ opener, location: { origin: walletOrigin } }) as unknown as Window
const page = (closed = false) => {
  const posted: unknown[] = []
  return { closed, posted, postMessage: (...sent: unknown[]) => void posted.push(sent) }
}

test('a page that has opened the window gets it at exactly the origin that it is for', async () => {
  const opener = page()
  expect(await giveResult(windowWith(opener), resultUri, to)).toBe(true)
  expect(opener.posted).toEqual([[{ resultUri }, 'https://dapp.example']])
})

test.each([null, page(true)])('nobody gets it where the opener is gone', async (opener) => {
  expect(await giveResult(windowWith(opener), resultUri, to)).toBe(false)
  expect(opener?.posted ?? []).toEqual([])
})

test('the wallet’s own page gets it on their line, and no opener does', async () => {
  const opener = page()
  const heard: unknown[] = []
  const line = openWindowLine('a', (message) => {
    heard.push(message)
    line.send({ kind: 'taken' })
  })
  expect(await giveResult(windowWith(opener), resultUri, { ...to, origin: walletOrigin })).toBe(true)
  expect([heard, opener.posted]).toEqual([[{ kind: 'result', resultUri }], []])
  line.close()
})

test('the wallet’s own page that does not answer has not got it', async () => {
  expect(await giveResult(windowWith(null), resultUri, { ...to, origin: walletOrigin, attempt: 'b' })).toBe(false)
})
