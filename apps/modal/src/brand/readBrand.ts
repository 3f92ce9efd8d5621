import type { Texts } from '@latchkey/copy'
import type { OptionProblem } from '../options/rules.ts'
import type { Services } from '../services.ts'
import { createLogo } from './Logo.tsx'
import { readLogo } from './readLogo.ts'
import { readTexts } from './readTexts.ts'

/** A site's branding, apart from the theme. */
export type Brand = {
  texts: Texts
  Logo: Services['Logo']
}

export type ReadBrand = (
  options: { logo?: unknown; texts?: unknown },
  report: (problems: readonly OptionProblem[]) => void,
) => Brand

/** Reads `logo` and `texts`, from untrusted input. Invalid values are left out and reported, and so is an image that doesn't load. */
export const readBrand: ReadBrand = ({ logo, texts }, report) => {
  const problems: OptionProblem[] = []
  const note = (problem: OptionProblem): void => void problems.push(problem)
  const read = logo === undefined ? undefined : readLogo(logo, note)
  const own = texts === undefined ? {} : readTexts(texts, note)
  report(problems)
  return {
    texts: own,
    Logo:
      read &&
      createLogo(read, (url) =>
        report([
          {
            option: 'logo',
            kind: 'invalid',
            found: url,
            takes: { takes: 'takes.loadedImage' },
            example: "logo: 'https://example.com/logo.svg'",
          },
        ]),
      ),
  }
}
