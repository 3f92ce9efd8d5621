import { describe, expect, onTestFinished, test } from 'vitest'
import { type ContactBook, maxContacts } from './contactBook.ts'
import { indexedDbContactBook } from './indexedDbContactBook.ts'

const address = (index: number): string => `0x${index.toString(16).padStart(40, '0')}`
const [ada, eve] = [address(1), address(2)]

const open = (): [ContactBook, ContactBook] => {
  const name = `contacts-${crypto.randomUUID()}`
  onTestFinished(() => void indexedDB.deleteDatabase(name))
  return [indexedDbContactBook(name), indexedDbContactBook(name)]
}

describe('a contact book in IndexedDB', () => {
  test('knows whom one account has sent to, also in another tab, and tells no other account', async () => {
    const [book, otherTab] = open()
    expect(await book.list(ada)).toEqual([])
    await book.remember(ada, [address(7)])
    expect(await otherTab.list(ada)).toEqual([address(7)])
    expect(await book.list(eve)).toEqual([])
  })

  test('keeps no more than it may', async () => {
    const [book] = open()
    for (let index = 0; index < maxContacts + 3; index++) await book.remember(ada, [address(index)])
    const list = await book.list(ada)
    expect(list).toHaveLength(maxContacts)
    expect(list).toContain(address(maxContacts + 2))
  })

  test('keeps accounts on Solana apart, with the case of their letters', async () => {
    const [book] = open()
    const [own, friend] = [
      'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
      'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
    ]
    await book.remember(own, [friend])
    expect(await book.list(own)).toEqual([friend])
    expect(await book.list(own.toLowerCase())).toEqual([])
    await book.remember(ada, [friend])
    expect(await book.list(ada)).toEqual([])
  })

  test('forgets everybody', async () => {
    const [book] = open()
    await book.remember(ada, [address(7)])
    await book.forget()
    expect(await book.list(ada)).toEqual([])
  })
})

test('a list in IndexedDB that somebody has meddled with is no list', async () => {
  const name = `contacts-${crypto.randomUUID()}`
  onTestFinished(() => void indexedDB.deleteDatabase(name))
  const book = indexedDbContactBook(name)
  await book.remember(ada, [address(7)])
  const request = indexedDB.open(name)
  await new Promise((resolve) => request.addEventListener('success', resolve))
  const transaction = request.result.transaction('contacts', 'readwrite')
  transaction.objectStore('contacts').put(['javascript:alert(1)'], ada)
  await new Promise((resolve) => transaction.addEventListener('complete', resolve))
  request.result.close()
  expect(await book.list(ada)).toEqual([])
})
