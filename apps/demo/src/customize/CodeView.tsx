import { useState } from 'react'
import { Segments } from './controls.tsx'
import { type CodeFile, printers } from './printCode.ts'

const kinds = Object.keys(printers)

/** The code to copy into an app: the files for one type of app. */
export const CodeView = ({ options }: { options: Parameters<(typeof printers)[string]>[0] }) => {
  const [kind, setKind] = useState('React')
  const files = printers[kind]?.(options) ?? []
  return (
    <section className="code" aria-label="Code">
      <Segments label="Code for" value={kind} options={kinds} onChange={setKind} />
      {files.map((file) => (
        <File key={file.path} {...file} />
      ))}
      {options.logo !== undefined && (
        <p className="hint">
          Put your logo at <code>/logo.svg</code> of your site.
        </p>
      )}
      {kind === 'Plain page' && (
        <p className="hint">
          Serve the folder <code>dist/element</code> of <code>@latchkey/modal</code> as <code>/latchkey</code>.
        </p>
      )}
    </section>
  )
}

const File = ({ path, code }: CodeFile) => {
  const [copied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(code)
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  return (
    <figure>
      <figcaption>
        <code>{path}</code>
        <button type="button" className="quiet" onClick={() => void copy().catch(() => undefined)}>
          <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
        </button>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has to reach it */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
    </figure>
  )
}
