import { type ContactBook, withContacts } from './contactBook.ts'

/** A contact book in memory, the same for every account. */
export const memoryContactBook = (known: readonly string[] = []): ContactBook => {
  let list = [...known]
  return {
    list: async () => list,
    remember: async (_, addresses) => {
      list = withContacts(list, addresses)
    },
    forget: async () => {
      list = []
    },
  }
}
