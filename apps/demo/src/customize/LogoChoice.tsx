import { useState } from 'react'
import { Segments } from './controls.tsx'

const sample = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 110 40"><circle cx="20" cy="20" r="18" fill="#6d47d9"/><path d="M12 26 20 12l8 14z" fill="#fff"/><text x="48" y="28" font-family="Georgia,serif" font-size="24" font-weight="700" fill="#6d47d9">Acme</text></svg>',
)}`

/** Maximum length of a `data:` address for the modal. */
const longest = 64 * 1024

const readAddress = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

const kinds = ['None', 'Sample', 'Your file'] as const
type Kind = (typeof kinds)[number]

/** No logo, ours to try with, or the developer's own image, which stays in this page. */
export const LogoChoice = ({ onChange }: { onChange: (logo: string) => void }) => {
  const [kind, setKind] = useState<Kind>('None')
  const [problem, setProblem] = useState('')
  const choose = (next: Kind): void => {
    setKind(next)
    setProblem('')
    onChange(next === 'Sample' ? sample : '')
  }
  const take = async (file: File | undefined): Promise<void> => {
    const address = file === undefined ? '' : await readAddress(file)
    const isImage = /^data:image\/(?:png|jpeg|webp|gif|avif|svg\+xml)[;,]/.test(address)
    const fits = address.length <= longest
    setProblem(address === '' || (isImage && fits) ? '' : isImage ? 'Choose an image up to 48 KB.' : 'Choose an image.')
    onChange(isImage && fits ? address : '')
  }
  return (
    <>
      <Segments label="Logo" value={kind} options={kinds} onChange={choose} />
      {kind === 'Your file' && (
        <label>
          Image
          <input
            type="file"
            accept="image/*"
            aria-invalid={problem !== ''}
            onChange={({ target }) => void take(target.files?.[0]).catch(() => setProblem('Choose another file.'))}
          />
        </label>
      )}
      {problem !== '' && (
        <p className="hint wrong" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}
