import { expect, test } from 'vitest'
import { createSharedChanges } from './createSharedChanges.ts'

test('tells the other modals of its project, until it is closed', async () => {
  const [one, other, elsewhere] = ['demo', 'demo', 'another'].map(createSharedChanges)
  if (one === undefined || other === undefined || elsewhere === undefined) throw new Error('three were made')
  const heard: string[] = []
  one.listen(() => heard.push('one'))
  elsewhere.listen(() => heard.push('elsewhere'))
  const isHeard = new Promise<void>((resolve) => void other.listen(resolve))
  one.tell()
  await isHeard
  one.close()
  expect(() => one.tell()).not.toThrow()
  expect(heard).toEqual([])
  other.close()
  elsewhere.close()
})
