import { createModal, type SocialProvider } from '../../src/index.ts'

const query = new URLSearchParams(location.search)
const frameUrl = query.get('frame') ?? ''
const modal = createModal({
  projectId: query.get('project') ?? '',
  frameUrl,
  apiUrl: frameUrl,
  networks: ['eip155:31337', 'eip155:1337'],
  metadata: { name: 'Strict' },
  features: { socials: query.getAll('social') as SocialProvider[] },
})

const on = (id: string, act: () => Promise<unknown>) =>
  document.getElementById(id)?.addEventListener('click', () => {
    act().then(show, show)
  })
const show = (value: unknown): void => {
  const output = document.querySelector('output')
  if (output !== null) output.textContent = value instanceof Error ? value.message : JSON.stringify(value)
}
on('open', () => modal.open())
on('sign', () =>
  modal.getProvider('eip155').request({ method: 'personal_sign', params: ['0x00', modal.getAccount().address] }),
)
modal.subscribeAccount(show)

const violations: string[] = []
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
  violations.push(`${violatedDirective} ${blockedURI} ${sourceFile}`),
)
Object.assign(globalThis, { violations })
