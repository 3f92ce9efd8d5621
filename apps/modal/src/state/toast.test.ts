import { expect, test } from 'vitest'
import { createTestModal } from '../modal.fixture.ts'
import { showToastAtom, toastAtom } from './toast.ts'

const setup = () => {
  const { store, clock } = createTestModal()
  const message = () => store.get(toastAtom)?.message
  const show = (variant: 'loading' | 'success' | 'error', text: string) =>
    store.set(showToastAtom, { variant, message: text })
  return { clock, message, show }
}

test('a toast shows at once and leaves after four seconds', async () => {
  const { clock, message, show } = setup()
  show('success', 'one')
  expect(message()).toBe('one')
  await clock.advance(3999)
  expect(message()).toBe('one')
  await clock.advance(1)
  expect(message()).toBeUndefined()
})

test('one that is open closes first, the next follows 150 ms later', async () => {
  const { clock, message, show } = setup()
  show('success', 'one')
  show('error', 'two')
  expect(message()).toBeUndefined()
  await clock.advance(149)
  expect(message()).toBeUndefined()
  await clock.advance(1)
  expect(message()).toBe('two')
})

test('of several in a row the last one shows', async () => {
  const { clock, message, show } = setup()
  show('success', 'one')
  show('success', 'two')
  show('success', 'three')
  await clock.advance(150)
  expect(message()).toBe('three')
})

test('a loading toast stays until another comes', async () => {
  const { clock, message, show } = setup()
  show('loading', 'one')
  await clock.advance(60_000)
  expect(message()).toBe('one')
})
