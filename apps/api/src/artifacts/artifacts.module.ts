import type { ApiConfig } from '#config';
import { replacementOf } from '#http';
import { Module } from '@nestjs/common';
import { API_CONFIG } from '../config.module.js';
import { ArtifactRetention } from './artifact-retention.js';
import { ArtifactStore } from './artifact-store.js';
import { ArtifactUploadsController } from './artifact-uploads.controller.js';
import { ArtifactsController } from './artifacts.controller.js';
import { ArtifactsQueries } from './artifacts.queries.js';
import { ArtifactsService } from './artifacts.service.js';
import { FolderStore } from './folder-store.js';
import { S3Store } from './s3-store.js';

/** The store is an extension's, else S3 where there is a bucket, else a folder. */
@Module({
  controllers: [ArtifactUploadsController, ArtifactsController],
  providers: [
    ArtifactsService,
    ArtifactsQueries,
    ArtifactRetention,
    {
      provide: ArtifactStore,
      inject: [API_CONFIG, { token: replacementOf(ArtifactStore), optional: true }],
      useFactory: ({ artifacts }: ApiConfig, replacement?: ArtifactStore) =>
        replacement ?? (artifacts.s3 ? new S3Store(artifacts.s3) : new FolderStore(artifacts.directory)),
    },
  ],
})
export class ArtifactsModule {}
