# An image of a release: docker build --build-arg WINDROW=windrow-linux-x64 . beside the executable of a download (docs/service.md).
# Debian's slim image is glibc, which the executable needs. Its tag moves with Debian's updates, which an image built again takes
# in; the images of releases name it by its digest: --build-arg BASE=debian:13-slim@sha256:... BuildKit sets TARGETARCH.
ARG BASE=debian:13-slim
FROM ${BASE}
ARG TARGETARCH
ARG WINDROW=windrow-linux-${TARGETARCH}
COPY --chmod=0755 ${WINDROW} /usr/local/bin/windrow
# Made here, so that a fresh volume belongs to the one who writes into it.
RUN install -d -o 10001 -g 10001 -m 0700 /var/lib/windrow
USER 10001:10001
ENV WINDROW_DATA=/var/lib/windrow WINDROW_HOST=0.0.0.0 HOME=/var/lib/windrow
VOLUME /var/lib/windrow
EXPOSE 8787
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["windrow", "health"]
ENTRYPOINT ["windrow"]
CMD ["serve"]
