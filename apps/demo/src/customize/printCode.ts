import type { ModalOptions } from '@latchkey/modal'

export type CodeFile = { path: string; code: string }

const quote = (text: string): string =>
  `'${text.replace(/[\\']/g, '\\$&').replace(/[\n\r\u2028\u2029<]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)}'`

const nameOf = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : quote(key))

/** Returns plain data as a literal, as a formatter of 100 columns would write it. */
export const printValue = (value: unknown, indent = ''): string => {
  if (typeof value === 'string') return quote(value)
  if (typeof value !== 'object' || value === null) return String(value)
  const inner = `${indent}  `
  const isList = Array.isArray(value)
  const parts = (deep: string): string[] =>
    isList
      ? value.map((item) => printValue(item, deep))
      : Object.entries(value).map(([key, item]) => `${nameOf(key)}: ${printValue(item, deep)}`)
  const [open, close] = isList ? '[]' : '{}'
  const line = parts(inner).join(', ')
  const short = isList ? `${open}${line}${close}` : `${open} ${line} ${close}`
  if (indent.length + short.length < 76 && !short.includes('\n')) return short
  return `${open}\n${parts(inner)
    .map((part) => `${inner}${part},\n`)
    .join('')}${indent}${close}`
}

type Options = Pick<ModalOptions, 'projectId' | 'frameUrl' | 'apiUrl'> & Partial<ModalOptions>

/** The logo as a site would reference it: a file beside its page, not the image chosen here. */
const written = ({ logo, ...options }: Options): object => ({
  ...options,
  ...(logo !== undefined && { logo: '/logo.svg' }),
})

/** Always over several lines, for readability. */
const printOptions = (options: Options, indent = ''): string =>
  `{\n${Object.entries(written(options))
    .map(([key, value]) => `${indent}  ${nameOf(key)}: ${printValue(value, `${indent}  `)},\n`)
    .join('')}${indent}}`

const button = (
  isClient: boolean,
): string => `${isClient ? "'use client'\n\n" : ''}import { useLatchkey } from '@latchkey/modal/react'
import { modal } from './latchkey'

export function SignIn() {
  const { address } = useLatchkey(modal)
  return (
    <button type="button" onPointerEnter={modal.preload} onClick={() => modal.open()}>
      {address ?? 'Sign in'}
    </button>
  )
}
`

/** Types of apps, each with the files that its code is in. */
export const printers: Readonly<Record<string, (options: Options) => readonly CodeFile[]>> = {
  React: (options) => [
    {
      path: 'src/latchkey.ts',
      code: `import { createModal } from '@latchkey/modal'

// Vite runs an edited module again; the modal of its last run leaves the page.
import.meta.hot?.data.modal?.destroy()

export const modal = createModal(${printOptions(options)})

if (import.meta.hot) import.meta.hot.data.modal = modal
`,
    },
    { path: 'src/SignIn.tsx', code: button(false) },
  ],
  'Next.js': (options) => [
    {
      path: 'app/latchkey.ts',
      code: `import { createModal } from '@latchkey/modal'

// The server evaluates these settings too, so nothing here may read \`location\` or \`window\`.
export const modal = createModal(${printOptions(options)})
`,
    },
    { path: 'app/SignIn.tsx', code: button(true) },
  ],
  'Plain page': (options) => [
    {
      path: 'index.html',
      code: `<button type="button" id="sign-in">Sign in</button>

<script type="module" src="/latchkey/latchkey.js"></script>
<script type="module">
  const modal = Latchkey.createModal(${printOptions(options, '  ')})
  const button = document.getElementById('sign-in')
  button.addEventListener('pointerenter', modal.preload)
  button.addEventListener('click', () => modal.open())
  modal.subscribeAccount(({ address }) => {
    button.textContent = address ?? 'Sign in'
  })
</script>
`,
    },
  ],
}
