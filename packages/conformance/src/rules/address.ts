import { must, show } from '../Deviation.ts'
import type { RuleGroup } from '../Rule.ts'
import type { Scene } from '../Scene.ts'
import { chainId as chainIdShape, fields, mustBe } from '../shapes.ts'
import { expectSilence } from './expectSilence.ts'

const fetchFrame = async (scene: Scene, changes: Readonly<Record<string, string | null>>): Promise<Response> =>
  await fetch(scene.address(changes), { signal: AbortSignal.timeout(scene.target.timeoutMs) })

const silentAt = async (scene: Scene, ...all: readonly Readonly<Record<string, string | null>>[]): Promise<void> =>
  await expectSilence(await scene.openPage(), ...all.map((changes) => scene.address(changes)))

/** The frame's address: how its query selects the profile and project. */
export const address: RuleGroup = {
  title: 'The address of the frame',
  rules: [
    {
      profile: 4,
      name: 'an address without a version speaks profile 4',
      source: 'wire 2',
      check: async (scene) => {
        const line = await scene.openLine({ version: null })
        await line.get('IS_CONNECTED')
      },
    },
    {
      profile: 'both',
      name: 'any other version is an error page that says nothing on the wire',
      source: 'wire 2',
      check: async (scene) => {
        const versions = ['3', '6', '4.0', '05', '5 ', 'latest', '__proto__', '']
        await silentAt(scene, ...versions.map((version) => ({ version })))
      },
    },
    {
      profile: 'both',
      name: 'an address without a chain, or with one that nobody knows, still opens',
      source: 'wire 1',
      check: async (scene) => {
        for (const chainId of [null, 'eip155:424242424242', 'eip155:__proto__', 'nonsense']) {
          const line = await scene.openLine({ chainId })
          mustBe(fields({ chainId: chainIdShape }), await line.get('GET_CHAIN_ID'), `with the chain ${chainId} it`)
        }
      },
    },
    {
      profile: 'both',
      name: 'unknown fields of the address are ignored',
      source: 'wire 1',
      check: async (scene) => {
        const line = await scene.openLine({ enableCloudAuthAccount: 'true', somethingElse: 'x', enableLogger: 'maybe' })
        await line.get('IS_CONNECTED')
      },
    },
    {
      profile: 'both',
      name: 'the rpcUrl of the address is never called',
      source: 'wire 1',
      check: async (scene) => {
        const rpcUrl = 'https://rpc.example/v1'
        const line = await scene.openLine({ rpcUrl })
        const called: string[] = []
        line.page.on('request', (request) => {
          if (request.url().startsWith(rpcUrl)) called.push(request.url())
        })
        await line.ask('RPC_REQUEST', { method: 'eth_blockNumber', params: [], rpcUrl })
        must(called.length === 0, `the frame asked ${called[0]}`)
      },
    },
    {
      profile: 'both',
      name: 'a project that nobody knows is answered with 403, for no page to frame',
      source: 'custody 5',
      check: async (scene) => {
        for (const projectId of ['nobody-knows-this-project', null]) {
          const { status, headers } = await fetchFrame(scene, { projectId })
          must(status === 403, `the status for the project ${show(projectId)} is ${status}`)
          const policy = headers.get('content-security-policy') ?? ''
          must(
            /frame-ancestors 'none'/.test(policy),
            `the policy for the project ${show(projectId)} is ${show(policy)}`,
          )
        }
      },
    },
    {
      profile: 'both',
      name: 'a project that nobody knows says nothing on the wire and shows nothing',
      source: 'custody 5',
      check: async (scene) => {
        await silentAt(scene, { projectId: 'nobody-knows-this-project' })
      },
    },
  ],
}
