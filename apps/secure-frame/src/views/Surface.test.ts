import { requests } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { createSurface } from './Surface.ts'

const claim = { name: 'Arcswap', description: '', url: '', icons: [] }

test('createSurface › a page cannot confirm its own name', () => {
  const { payload } = requests.SYNC_DAPP_DATA
  const { metadata } = payload.parse({ projectId: 'shop', metadata: { ...claim, isConfirmed: true } })
  const surface = createSurface()
  surface.change({ claim: metadata ?? null })
  expect(surface.state().claim).toEqual(claim)
})

test('createSurface › a confirmed brand stays whatever the page says, and so does its color', () => {
  const surface = createSurface({ name: 'Harbour Market', color: '#0d7f5f' })
  surface.change({ claim, theme: { mode: 'light', variables: { '--lk-accent': 'rgb(200 0 0)' } } })
  const { claim: shown, theme } = surface.state()
  expect(shown).toMatchObject({ name: 'Harbour Market', icons: [], isConfirmed: true })
  expect(theme.variables).toMatchObject({ '--lk-accent': 'rgb(13 127 95)', '--lk-on-accent': 'rgb(255 255 255)' })
})
