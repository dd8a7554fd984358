"""The routes of the tools' pages: signing in, the compositions of a person, exchange, and media."""

from django.urls import path

from tools.web.compositions import compositions
from tools.web.exchange import download, exchange, import_captions, import_timeline, package
from tools.web.media import media_file, poster
from tools.web.preview import frame_picture, preview_film, preview_state
from tools.web.published import published
from tools.web.renders import delete_render, render_file
from tools.web.shelf import asset_page, delete_asset, forget_upload, library, shelf, use_asset
from tools.web.signing import sign_in, sign_in_link, sign_out

urlpatterns = [
    path("", compositions, name="compositions"),
    path("import/", import_timeline, name="import-timeline"),
    path("compositions/<uuid:composition>/exchange/", exchange, name="exchange"),
    path("compositions/<uuid:composition>/exchange/file", download, name="download"),
    path("compositions/<uuid:composition>/exchange/package.zip", package, name="download-package"),
    path("compositions/<uuid:composition>/exchange/captions/", import_captions, name="import-captions"),
    path("sign-in/", sign_in, name="sign-in"),
    path("sign-in/link/<uidb64>/<token>/", sign_in_link, name="sign-in-link"),
    path("sign-out/", sign_out, name="sign-out"),
    path("media/", library, name="media"),
    path("media/shelf/", shelf, name="media-shelf"),
    path("media/uploads/<uuid:upload>/forget/", forget_upload, name="forget-upload"),
    path("media/renders/<str:id>", render_file, name="render"),
    path("media/renders/<str:id>/delete/", delete_render, name="delete-render"),
    path("media/<uuid:asset>/", asset_page, name="asset"),
    path("media/<uuid:asset>/use/", use_asset, name="use-asset"),
    path("media/<uuid:asset>/delete/", delete_asset, name="delete-asset"),
    path("media/<uuid:asset>/poster.jpg", poster, name="poster"),
    path("media/<uuid:asset>/<str:what>", media_file, name="media-file"),
    path("compositions/<uuid:composition>/frame/<int:number>.jpg", frame_picture, name="frame-picture"),
    path("compositions/<uuid:composition>/preview/", preview_state, name="preview-state"),
    path("compositions/<uuid:composition>/preview.mp4", preview_film, name="preview-film"),
    path("published/<str:token>/film.mp4", published, name="published"),
]
