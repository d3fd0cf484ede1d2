import type { OpenAPIObject } from '@nestjs/swagger';
import type { Locator, Page } from 'playwright-core';
import type { Route } from '#testing';

/** What Swagger UI shows after "Execute", and what came over the wire. */
export interface Tried {
  readonly shownStatus: number;
  readonly url: URL;
  readonly body: unknown;
}

/** A click that does not wait for the page to be still and the button in sight: hundreds of them are done in half the time. */
const press = (button: Locator) => button.dispatchEvent('click');

/** In the page: the operation has been looked up in the document, and shown; what is pressed before gets lost. */
const isResolved = `(path) => new Promise((resolve) => requestAnimationFrame(() =>
  resolve(window.ui.specSelectors.specResolvedSubtree(path) !== undefined)))`;

/** Swagger UI at /docs, handled as a person does. */
export class SwaggerPage {
  constructor(readonly page: Page) {}

  async open(apiUrl: string): Promise<OpenAPIObject> {
    await this.page.goto(`${apiUrl}/docs`);
    await this.page.locator('.opblock').first().waitFor();
    return (await this.page.evaluate('window.ui.specSelectors.specJson().toJS()')) as OpenAPIObject;
  }

  /** One dialog, one press of its button for both. */
  async authorize(apiKey: string, accountId: string): Promise<void> {
    await this.page.locator('.auth-wrapper button.authorize').click();
    const form = this.page.locator('.auth-container form').first();
    await form.locator('input').nth(0).fill(apiKey);
    await form.locator('input').nth(1).fill(accountId);
    await form.getByRole('button', { name: 'Apply credentials' }).click();
    await this.page.locator('.dialog-ux .close-modal').click();
  }

  isAuthorized(): Promise<boolean> {
    return this.page.locator('.auth-wrapper button.authorize.locked').isVisible();
  }

  block({ operation }: Route): Locator {
    const tag = operation.tags![0]!.replaceAll(' ', '_');
    return this.page.locator(`[id="operations-${tag}-${operation.operationId}"]`);
  }

  /** Opens the operation, and executes it with everything as it stands there. */
  async tryOut(route: Route): Promise<Tried> {
    const block = this.block(route);
    await press(block.locator('.opblock-summary-control'));
    const tryOut = block.getByRole('button', { name: 'Try it out' });
    await block.locator('button.execute').or(tryOut).first().waitFor();
    if (await tryOut.isVisible()) await press(tryOut);
    await this.page.waitForFunction(isResolved, ['paths', route.path, route.method.toLowerCase()]);
    const answered = this.page.waitForResponse((response) => response.request().method() === route.method);
    await press(block.locator('button.execute'));
    const response = await answered;
    const status = block.locator('.live-responses-table tbody .response-col_status');
    const shownStatus = Number.parseInt(await status.first().innerText(), 10);
    const text = await response.text();
    // Folded again: a page that shows fewer is faster.
    await press(block.locator('.opblock-summary-control'));
    const isJson = response.headers()['content-type']?.includes('json');
    return { shownStatus, url: new URL(response.url()), body: isJson ? JSON.parse(text) : text };
  }

  /** Opens or folds a group of operations. */
  async toggle(group: string): Promise<void> {
    await this.page.locator(`h3[data-tag="${group}"]`).click();
  }
}
