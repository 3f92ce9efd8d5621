import { expect, test } from 'vitest'
import { approvalSurface, surfaceInWindow } from './approvalSurface.ts'
import { watchOnScreen, watchVisibility } from './screen/watchVisibility.ts'

test.each([
  ['auto', true, { kind: 'hereOrWindow', watch: watchVisibility }],
  ['auto', false, { kind: 'window', because: 'browser' }],
  ['popup', true, { kind: 'window', because: 'project' }],
  ['popup', false, { kind: 'window', because: 'project' }],
  ['inline', true, { kind: 'here', watch: watchOnScreen }],
  ['inline', false, { kind: 'here', watch: watchOnScreen }],
] as const)('%s, in a browser that can tell what is visible (%s)', (mode, canTell, place) => {
  expect(approvalSurface(mode, canTell)).toEqual(place)
})

test('in the window itself there is no other way, and all that the browser can tell is asked of it', () => {
  expect(surfaceInWindow(true)).toEqual({ kind: 'here', watch: watchVisibility })
  expect(surfaceInWindow(false)).toEqual({ kind: 'here', watch: watchOnScreen })
})
