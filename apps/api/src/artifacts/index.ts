export { ArtifactsModule } from './artifacts.module.js';
export { ArtifactStore, type StoredFile } from './artifact-store.js';
