import { FreeObject, OneOf } from '#http';

/** What orchestrators see; the HTTP status says it all. */
export class LivenessView {
  @OneOf(['ok'], { description: 'Always ok', example: 'ok' }) status: string;
}

/** As Terminus answers it. */
export class ReadinessView extends LivenessView {
  @FreeObject({ description: 'What works', example: { database: { status: 'up' } } }) info: object;
  @FreeObject({ description: 'What does not work', example: {} }) error: object;
  @FreeObject({ description: 'All of it', example: { database: { status: 'up' } } }) details: object;
}
