import { must, show } from '../Deviation.ts'
import { embedFrame } from '../openLine.ts'
import type { Profile } from '../Profile.ts'
import type { Heard } from '../pageKit.ts'
import type { RuleGroup } from '../Rule.ts'
import type { Scene } from '../Scene.ts'
import { isObject } from '../shapes.ts'

const ofFrame = async ({ line }: Scene): Promise<readonly Heard[]> =>
  (await (await line()).heard()).filter(({ via }) => via === 'frame')
const isReady = ({ data }: Heard): boolean => isObject(data) && data.type === '@w3m-frame/READY'

const readyOf = async (scene: Scene): Promise<Record<string, unknown>> => {
  const ready = (await ofFrame(scene)).find(isReady)?.data
  must(isObject(ready), 'there was no READY')
  return ready
}

/** The READY event. */
export const ready: RuleGroup = {
  title: 'READY',
  rules: [
    {
      profile: 'both',
      name: 'READY is the first message, has a payload object and no id',
      source: 'wire 2',
      check: async (scene) => {
        const [first] = await ofFrame(scene)
        must(first !== undefined && isReady(first), `the first message is ${show(first?.data)}`)
        const { payload, id } = first.data as Record<string, unknown>
        must(isObject(payload), `its payload is ${show(payload)}`)
        must(id === undefined, `its id is ${show(id)}`)
      },
    },
    {
      profile: 'both',
      name: 'READY carries a type and a payload and nothing else',
      source: 'wire 2',
      check: async (scene) => {
        const keys = Object.keys(await readyOf(scene)).toSorted()
        must(keys.join() === 'payload,type', `it carries ${keys.join(', ')}`)
      },
    },
    {
      profile: 'both',
      name: 'READY comes from the exact origin of the frame',
      source: 'wire 7',
      check: async (scene) => {
        const origin = (await ofFrame(scene)).find(isReady)?.origin
        must(origin === scene.target.frameUrl.origin, `it comes from ${origin}`)
      },
    },
    {
      profile: 'both',
      name: 'READY is said once for one document',
      source: 'wire 3',
      check: async (scene) => {
        await (await scene.line()).settle()
        const count = (await ofFrame(scene)).filter(isReady).length
        must(count === 1, `it was said ${count} times`)
      },
    },
    {
      profile: 'both',
      name: 'READY is said again when the frame is loaded again',
      source: 'wire 3',
      check: async (scene) => {
        const page = await scene.openPage()
        await embedFrame(page, scene.address(), scene.target.timeoutMs)
        await page.reload()
        await embedFrame(page, scene.address(), scene.target.timeoutMs)
      },
    },
    {
      profile: 5,
      name: 'READY says the profile that the address asked for, a version and a list of capabilities',
      source: 'wire 2',
      check: async (scene) => {
        const profile: Profile = 5
        const { payload } = await readyOf(scene)
        must(isObject(payload) && payload.profile === profile, `its payload is ${show(payload)}`)
        must(typeof payload.version === 'string', `its version is ${show(payload.version)}`)
        must(Array.isArray(payload.capabilities), `its capabilities are ${show(payload.capabilities)}`)
      },
    },
  ],
}
