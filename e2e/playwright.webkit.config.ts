import { defineConfig } from '@playwright/test'
import base from './playwright.config.ts'

/** Journeys in WebKit, by WebDriver: Playwright's own WebKit is not available where only Debian's packages are. */
export default defineConfig(base, { testMatch: ['webkit/**/*.spec.ts'], workers: 1 })
