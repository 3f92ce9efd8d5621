import { describe, expect, test } from 'vitest'
import { cdp } from 'vitest/browser'
import { Header } from './Header.tsx'
import { act } from './testing/act.ts'
import { type MountedPart, mountPart } from './testing/mountPart.tsx'
import { ViewTransition, type ViewTransitionProps } from './ViewTransition.tsx'

const view = (viewKey: string, direction: ViewTransitionProps['direction'] = 'forward', lines = 1) => (
  <ViewTransition viewKey={viewKey} direction={direction}>
    {Array.from({ length: lines }, (_, index) => (
      <p key={`${index + 1}`}>{viewKey}</p>
    ))}
  </ViewTransition>
)

const ghosts = (part: MountedPart) => [...part.root.querySelectorAll<HTMLElement>('.lk-ghost')]
const entering = (part: MountedPart) => part.get('[part~=view]').getAnimations()
const keyframesOf = (animation: Animation | undefined) =>
  (animation?.effect as KeyframeEffect | null)?.getKeyframes() ?? []
const nextFrame = () => act(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

test('the first view is simply there', async () => {
  using part = await mountPart(view('Connect'))
  expect(entering(part)).toEqual([])
  expect(ghosts(part)).toEqual([])
})

describe.each([
  ['ltr', 'forward', 8],
  ['ltr', 'back', -8],
  ['rtl', 'forward', -8],
  ['rtl', 'back', 8],
] as const)('in a %s page, going %s', (dir, direction, shift) => {
  test(`the new view comes from ${shift} px and the old one leaves the other way, in 150 ms`, async () => {
    using part = await mountPart(view('Connect'), { dir })
    await part.render(view('Account', direction))
    const [enter] = entering(part)
    const [leave] = ghosts(part)[0]?.getAnimations() ?? []
    expect(keyframesOf(enter)[0]?.transform).toBe(`translateX(${shift}px)`)
    expect(keyframesOf(leave)[1]?.transform).toBe(`translateX(${-shift}px)`)
    expect(enter?.effect?.getTiming().duration).toBe(150)
  })
})

test('what leaves is a silent picture, and goes when it has faded', async () => {
  using part = await mountPart(view('Connect'))
  await part.render(view('Account'))
  const [ghost] = ghosts(part)
  expect(ghost?.textContent).toBe('Connect')
  expect(ghost?.inert).toBe(true)
  expect(ghost?.ariaHidden).toBe('true')
  for (const animation of ghost?.getAnimations() ?? []) animation.finish()
  await nextFrame()
  expect(ghosts(part)).toEqual([])
})

test('a picture of a view with a frame in it loads nothing', async () => {
  const framed = (viewKey: string) => (
    <ViewTransition viewKey={viewKey}>
      {viewKey === 'Approve' && <iframe title="Wallet" src="about:blank" />}
    </ViewTransition>
  )
  using part = await mountPart(framed('Approve'))
  await part.render(framed('Account'))
  expect(ghosts(part)).toHaveLength(1)
  expect(part.root.querySelectorAll('iframe')).toHaveLength(0)
})

test('a new render of the same view does not move', async () => {
  using part = await mountPart(view('Connect'))
  await part.render(view('Connect', 'back', 1))
  expect(entering(part)).toEqual([])
  expect(ghosts(part)).toEqual([])
})

test('the height goes from the old to the new in 150 ms, also when one view grows', async () => {
  using part = await mountPart(view('Connect'))
  await nextFrame()
  const before = part.get('[part~=views]').offsetHeight
  await part.render(view('Connect', 'forward', 9))
  await nextFrame()
  const [growth] = part.get('[part~=views]').getAnimations()
  const [from, to] = keyframesOf(growth)
  expect(from?.blockSize).toBe(`${before}px`)
  expect(to?.blockSize).toBe(`${part.get('[part~=views] > .lk-swap').offsetHeight}px`)
  expect(growth?.effect?.getTiming().duration).toBe(150)
})

test('a title cross-fades in 120 ms', async () => {
  const header = (title: string) => <Header title={title} />
  using part = await mountPart(header('Connect'))
  await part.render(header('Account'))
  const [fade] = part.get('h1').getAnimations()
  expect(part.get('h1').textContent).toBe('Account')
  expect(fade?.effect?.getTiming().duration).toBe(120)
  expect(ghosts(part).map((ghost) => ghost.textContent)).toEqual(['Connect'])
})

test('nothing moves when the user asked for less motion', async () => {
  const reduce = (value: string) =>
    cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] })
  await reduce('reduce')
  try {
    using part = await mountPart(view('Connect'))
    await nextFrame()
    await part.render(view('Account', 'forward', 9))
    await nextFrame()
    expect(part.host.getAnimations({ subtree: true })).toEqual([])
    expect(part.get('[part~=views]').getAnimations()).toEqual([])
    expect(entering(part)).toEqual([])
    expect(ghosts(part)).toEqual([])
  } finally {
    await reduce('')
  }
})

test('nothing moves in a theme without motion', async () => {
  using part = await mountPart(view('Connect'))
  part.host.style.setProperty('--lk-duration', '0ms')
  await part.render(view('Account', 'forward', 9))
  expect(entering(part)).toEqual([])
  expect(ghosts(part)).toEqual([])
})
