# The record server: one static program and nothing else. `.ci/image` builds the program, then this.
#
#   .ci/image                    bin/image/recordserver, and the image recordserver:dev
#   docker run …                 see docs/docker.md
#
# Not needed, and so not here: a shell, a C library, tables of time zones (they are in the program), certificates (the server
# speaks plain HTTP to the proxy in front of it; a model or a PostgreSQL server that is reached over TLS with a public
# certificate needs them: mount the host's /etc/ssl/certs, read-only).
FROM scratch

# An empty /data that only the program may enter. A new volume takes its owner and mode from it.
COPY --chown=65532:65532 bin/image/root /
COPY bin/image/recordserver /recordserver

# Numbers, because there is no /etc/passwd that could have names. Every write goes to /data, --demo's too: with
# --read-only the rest of the file system is not writable at all.
USER 65532:65532
ENV RECORDSERVER_DATA=/data \
    RECORDSERVER_ADDR=0.0.0.0:8080
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=6s --start-period=20s --retries=3 CMD ["/recordserver", "health"]
ENTRYPOINT ["/recordserver"]
CMD ["serve"]

ARG VERSION=devel
ARG REVISION=unknown
LABEL org.opencontainers.image.title="recordserver" \
      org.opencontainers.image.description="A personal health record server: MCP and REST over one person's own data" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.source="https://github.com/seed-a76b335c/philint" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
