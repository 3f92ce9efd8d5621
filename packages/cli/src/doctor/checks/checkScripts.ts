import { createHash } from 'node:crypto'
import type { Answer } from '../../deployment/ask.ts'
import { type Deployment, type ServedDocument, servedDocuments } from '../../deployment/Deployment.ts'
import { type Finding, fault, ok } from '../../deployment/Finding.ts'
import type { Check } from '../Check.ts'

const inFront =
  'Turn off what rewrites pages and scripts in front: minification, Rocket Loader, email obfuscation, injected analytics or banners of a CDN, `sub_filter` of nginx.'
const sameBuild =
  'Let every frame server run the same build: `docker compose --project-directory infra up --build --detach --wait`, and empty the cache of a CDN for /assets/.'
const atOnce = 8

const sha256 = (data: Buffer | string): string => `sha256-${createHash('sha256').update(data).digest('base64')}`

/** Returns the integrities of a document's scripts by path: those that it loads at once, and those in its import map. */
const scriptsOf = ({ elements }: ServedDocument): Map<string, string> => {
  const scripts = new Map<string, string>()
  for (const { name, attributes, text } of elements) {
    const { src, href, integrity = '', rel, type } = attributes
    if (name === 'script' && src !== undefined) scripts.set(src, integrity)
    if (name === 'link' && rel === 'modulepreload' && href !== undefined) scripts.set(href, integrity)
    if (name === 'script' && type === 'importmap')
      try {
        const { integrity: listed = {} } = JSON.parse(text) as { integrity?: Record<string, string> }
        for (const [path, hash] of Object.entries(listed)) scripts.set(path, hash)
      } catch {
        // The policy's hash is then of another text, which is checked elsewhere.
      }
  }
  return scripts
}

type ScriptFault = 'missing' | 'changed' | 'unlisted'

/** Returns why a script doesn't run, or differs from what was published; null if it is correct. */
const faultOf = (answer: Answer, integrity: string, hashes: readonly string[]): ScriptFault | null => {
  const isScript = answer.headers.some(([name, value]) => name === 'content-type' && /javascript/.test(value))
  if (answer.status !== 200 || !isScript) return 'missing'
  const actual = sha256(answer.body)
  if (actual !== integrity) return 'changed'
  return hashes.includes(`'${actual}'`) ? null : 'unlisted'
}

const checkDocument = async ({ ask }: Deployment, document: ServedDocument): Promise<Finding> => {
  const subject = `scripts of the ${document.name === 'vault' ? 'vault' : `wallet ${document.name}`}`
  const hashes = document.policies[0]?.['script-src'] ?? []
  const why =
    'Browsers do not run a script whose hash the policy does not list: the wallet stays empty, or part of it fails.'

  const foreign = document.elements.filter(
    ({ name, attributes, text }) =>
      name === 'script' &&
      (attributes.src === undefined ? !hashes.includes(`'${sha256(text)}'`) : attributes.integrity === undefined),
  )
  if (foreign.length > 0)
    return fault(subject, {
      seen: `${foreign.length} that the policy does not list: ${foreign.map(({ attributes, text }) => attributes.src ?? JSON.stringify(text.slice(0, 40))).join(', ')}`,
      why: `Something has put them into the document. ${why}`,
      fix: inFront,
    })

  const wrong: Record<ScriptFault, string[]> = { missing: [], changed: [], unlisted: [] }
  const queue = [...scriptsOf(document)]
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [path, integrity] = next
      const found = await ask(new URL(path, document.url).href).then(
        (answer) => faultOf(answer, integrity, hashes),
        () => 'missing' as const,
      )
      if (found !== null) wrong[found].push(path)
    }
  }
  const count = queue.length
  await Promise.all(Array.from({ length: atOnce }, work))
  const seen = Object.entries(wrong).flatMap(([how, paths]) =>
    paths.length > 0 ? [`${how}: ${paths.join(', ')}`] : [],
  )
  if (seen.length === 0) return ok(subject, `${count} as the policy lists them`)
  return fault(subject, { seen: seen.join('; '), why, fix: wrong.changed.length > 0 ? inFront : sameBuild })
}

/** Checks that the scripts of each document match the integrity hashes of its policy. */
export const checkScripts: Check = {
  area: 'Scripts',
  run: (deployment) =>
    Promise.all(
      servedDocuments(deployment)
        .filter(({ answer }) => answer.status === 200)
        .map((document) => checkDocument(deployment, document)),
    ),
}
